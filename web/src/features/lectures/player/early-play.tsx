import { useLingui } from '@lingui/react/macro'
import { Play } from 'lucide-react'
import { type RefObject, useCallback, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { NonceContext } from '#lib/nonce.ts'
import { cx } from '#ui/cx.ts'
import { bigButton } from '../player-frame.tsx'
import { playerKey, playersKey } from './preferences.ts'

/** Within this time after a finger has left the screen, its tap is a click, in milliseconds. */
const clickAfterMs = 100

/**
 * Inline script behind the button. A press plays the video's file, or waits for what plays its stream, as loud as this browser remembers; the
 * next one pauses it. The player goes on with the element. A press that is no click yet is marked: before React, which hydrates what is
 * pressed first.
 */
const playScript = `{const button=document.currentScript.previousElementSibling,video=document.getElementById(button.dataset.plays),read=(key)=>JSON.parse(localStorage.getItem(key)),loud=()=>{const own=read('${playersKey}')?.find(([id])=>id===button.dataset.course)?.[1],{volume=1,muted=false}={...read('${playerKey}'),...own};video.muted=muted;video.volume=volume};let timer;const hold=(event)=>{if(event.button||!button.contains(event.target))return;clearTimeout(timer);button.dataset.held=''},letGo=(ms)=>{clearTimeout(timer);timer=setTimeout(()=>{delete button.dataset.held;button.dispatchEvent(new Event('released'))},ms)};for(const type of['pointerdown','keydown'])addEventListener(type,hold,true);for(const type of['pointerup','pointercancel','keyup'])addEventListener(type,()=>'held'in button.dataset&&letGo(${clickAfterMs}),true);const play=button.ariaLabel;video.addEventListener('playing',()=>{button.dataset.playing='yes';button.ariaLabel=button.dataset.pause});video.addEventListener('pause',()=>{if('playing'in button.dataset)button.dataset.playing='no';button.ariaLabel=play});button.addEventListener('click',()=>{letGo(0);if(!video.paused)return'playing'in button.dataset&&video.pause();try{loud()}catch{}if(button.dataset.file&&(video.error||!video.hasAttribute('src')))video.src=button.dataset.file;video.play().catch(()=>{})})}`

/** Whether the player takes the place of the button: in the browser, and not while a press on the button goes on, which would be lost. */
export function useTakesPlace(box: RefObject<HTMLElement | null>): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const button = box.current?.querySelector('[data-plays]')
      button?.addEventListener('released', changed)
      return () => button?.removeEventListener('released', changed)
    },
    [box],
  )
  return useSyncExternalStore(
    subscribe,
    () => !box.current?.querySelector('[data-held]'),
    () => false,
  )
}

type Props = {
  /** of the button, by `useEarlyPress` */
  early: { 'data-early': string }
  /** id of the element */
  video: string
  courseId: string | undefined
  /** address of the file, with the second to begin at; undefined for a stream */
  file: string | undefined
  /** the controls take its place while it has the focus */
  onFocusLost: () => void
}

/** The button that plays a video before the scripts of the page are there. For the document: the controls take its place. */
export function EarlyPlay({ early, video, courseId, file, onFocusLost }: Props) {
  const { t } = useLingui()
  const nonce = useContext(NonceContext)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    return () => {
      if (current === document.activeElement) onFocusLost()
    }
  }, [onFocusLost])
  return (
    <>
      <button
        {...early}
        ref={button}
        type="button"
        aria-label={t`Play`}
        data-plays={video}
        data-pause={t`Pause`}
        data-course={courseId}
        data-file={file}
        // where to begin may be known better here than to the server
        suppressHydrationWarning
        // where the controls have theirs: a finger on its way meets it there
        className="absolute inset-0 grid place-items-center pb-18 data-[playing=yes]:*:opacity-0 @lg:pb-8"
      >
        <span className={cx(bigButton, 'size-14 @lg:size-18 [&_svg]:size-7 @lg:[&_svg]:size-8')}>
          <Play aria-hidden="true" className="fill-current" />
        </span>
      </button>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: playScript }} />
    </>
  )
}
