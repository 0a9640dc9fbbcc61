/** Time between the two presses of a double tap, in milliseconds; `utilities.css` has it, too. */
export const doubleTapMs = 400

/** Two presses that are farther apart are not a double tap, in CSS pixels. */
const doubleTapReach = 24

/**
 * Inline script for <head>: what begins something is pressed once. The second press of a double tap is dropped when the first one made its
 * button busy, whatever lies there by then: a row that moved up, another page. So is Enter that is pressed twice, or held down, outside of
 * texts. Who typed in between means it.
 */
export const pressOnceScript = `{let last;addEventListener('click',(event)=>{const {timeStamp:at,clientX:x,clientY:y,detail,target}=event,byKey=detail===0;if(last&&at-last.at<${doubleTapMs}&&byKey===last.byKey&&(byKey||Math.hypot(x-last.x,y-last.y)<${doubleTapReach})&&(last.began||=last.button?.ariaBusy==='true')){event.preventDefault();event.stopImmediatePropagation();last.at=at}else last={at,x,y,byKey,button:target.closest('button')}},true);addEventListener('input',()=>{last=undefined},true);addEventListener('keydown',(event)=>{if(event.repeat&&event.key==='Enter'&&!event.target.closest('textarea,[contenteditable]'))event.preventDefault()},true)}`

let removedAt = Number.NEGATIVE_INFINITY

/** Takes a row out of a list. The second press of a double tap does not take the next one, which is beneath the finger by then. */
export function removeRow(remove: () => void): void {
  const now = performance.now()
  if (now - removedAt < doubleTapMs) return
  removedAt = now
  remove()
}
