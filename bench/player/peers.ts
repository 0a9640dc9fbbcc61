/** A player of the functions that ours has, of each library that was considered; React is on the page anyway. */
export const players: Record<string, string> = {
  'media-chrome 4.19, its elements': `
    import { createElement as h } from 'react'
    import { createRoot } from 'react-dom/client'
    import { MediaController, MediaControlBar, MediaTimeRange, MediaPlayButton, MediaSeekBackwardButton, MediaSeekForwardButton, MediaMuteButton,
      MediaVolumeRange, MediaTimeDisplay, MediaCaptionsButton, MediaPipButton, MediaFullscreenButton, MediaAirplayButton, MediaCastButton,
      MediaLoadingIndicator, MediaPreviewThumbnail, MediaPreviewChapterDisplay, MediaErrorDialog } from 'media-chrome/react'
    import { MediaSettingsMenu, MediaSettingsMenuButton, MediaSettingsMenuItem, MediaPlaybackRateMenu, MediaRenditionMenu, MediaCaptionsMenu } from 'media-chrome/react/menu'
    export const mount = (box, src, captions) => createRoot(box).render(h(MediaController, { hotkeys: '', style: { width: 640, height: 360 } },
      h('video', { slot: 'media', src, muted: true, playsInline: true }, h('track', { kind: 'captions', src: captions, srcLang: 'en', label: 'English' })),
      h(MediaLoadingIndicator, { slot: 'centered-chrome' }), h(MediaErrorDialog, { slot: 'dialog' }),
      h(MediaSettingsMenu, { hidden: true, anchor: 'auto' },
        h(MediaSettingsMenuItem, null, 'Speed', h(MediaPlaybackRateMenu, { slot: 'submenu', hidden: true })),
        h(MediaSettingsMenuItem, null, 'Quality', h(MediaRenditionMenu, { slot: 'submenu', hidden: true })),
        h(MediaSettingsMenuItem, null, 'Captions', h(MediaCaptionsMenu, { slot: 'submenu', hidden: true }))),
      h(MediaTimeRange, null, h(MediaPreviewThumbnail, { slot: 'preview' }), h(MediaPreviewChapterDisplay, { slot: 'preview' })),
      h(MediaControlBar, null, h(MediaPlayButton), h(MediaSeekBackwardButton), h(MediaSeekForwardButton), h(MediaMuteButton), h(MediaVolumeRange), h(MediaTimeDisplay),
        h(MediaCaptionsButton), h(MediaSettingsMenuButton), h(MediaCastButton), h(MediaAirplayButton), h(MediaPipButton), h(MediaFullscreenButton))))`,
  'media-chrome 4.19, its store only': `
    import { createElement as h } from 'react'
    import { createRoot } from 'react-dom/client'
    import { MediaProvider, useMediaDispatch, useMediaRef, useMediaFullscreenRef, useMediaSelector } from 'media-chrome/react/media-store'
    const Inner = ({ src }) => { const video = useMediaRef(); const full = useMediaFullscreenRef(); const send = useMediaDispatch(); const paused = useMediaSelector((state) => state.mediaPaused)
      return h('div', { ref: full }, h('video', { ref: video, src }), h('button', { onClick: () => send({ type: 'mediaplayrequest' }) }, paused ? 'Play' : 'Pause')) }
    export const mount = (box, src) => createRoot(box).render(h(MediaProvider, null, h(Inner, { src })))`,
  '@vidstack/react 1.15, its default layout': `
    import { createElement as h } from 'react'
    import { createRoot } from 'react-dom/client'
    import { MediaPlayer, MediaProvider, Track } from '@vidstack/react'
    import { defaultLayoutIcons, DefaultVideoLayout } from '@vidstack/react/player/layouts/default'
    import '@vidstack/react/player/styles/default/theme.css'
    import '@vidstack/react/player/styles/default/layouts/video.css'
    export const mount = (box, src, captions) => createRoot(box).render(h(MediaPlayer, { title: 'Lecture', src, muted: true, playsInline: true, load: 'eager', style: { width: 640, height: 360 } },
      h(MediaProvider, null, h(Track, { kind: 'captions', src: captions, lang: 'en', label: 'English' })), h(DefaultVideoLayout, { icons: defaultLayoutIcons })))`,
  '@vidstack/react 1.15, without a layout': `
    import { createElement as h } from 'react'
    import { createRoot } from 'react-dom/client'
    import { CaptionButton, Captions, FullscreenButton, MediaPlayer, MediaProvider, Menu, MuteButton, PIPButton, PlayButton, Thumbnail, Time, TimeSlider, VolumeSlider,
      useVideoQualityOptions, usePlaybackRateOptions, useCaptionOptions } from '@vidstack/react'
    const Menus = () => [useVideoQualityOptions(), usePlaybackRateOptions(), useCaptionOptions()].map((options, index) =>
      h(Menu.Root, { key: index }, h(Menu.Button, { 'aria-label': 'Menu ' + index }, index), h(Menu.Items, null, h(Menu.RadioGroup, { value: options.selectedValue },
        options.map(({ label, value, select }) => h(Menu.Radio, { key: value, value, onSelect: select }, label))))))
    export const mount = (box, src) => createRoot(box).render(h(MediaPlayer, { title: 'Lecture', src, muted: true, playsInline: true, load: 'eager' }, h(MediaProvider), h(Captions),
      h(TimeSlider.Root, null, h(TimeSlider.Track), h(TimeSlider.Chapters, null, () => null), h(TimeSlider.Preview, null, h(Thumbnail.Root, { src: '' }, h(Thumbnail.Img)), h(TimeSlider.Value))),
      h(PlayButton, { 'aria-label': 'Play' }), h(MuteButton, { 'aria-label': 'Mute' }), h(VolumeSlider.Root), h(Time, { type: 'current' }), h(CaptionButton, { 'aria-label': 'Captions' }), h(PIPButton, { 'aria-label': 'Picture in picture' }),
      h(FullscreenButton, { 'aria-label': 'Full screen' }), h(Menus)))`,
  '@videojs/react 10.0.0-rc.2, its skin': `
    import { createElement as h } from 'react'
    import { createRoot } from 'react-dom/client'
    import { Video, VideoPlayer, VideoSkin } from '@videojs/react/video'
    import '@videojs/react/video/skin.css'
    export const mount = (box, src, captions) => createRoot(box).render(h('div', { style: { width: 640, height: 360 } }, h(VideoPlayer, null, h(VideoSkin, null,
      h(Video, { src, muted: true, playsInline: true }, h('track', { kind: 'captions', src: captions, srcLang: 'en', label: 'English' }))))))`,
  'video.js 8.24, without its own HLS': `
    import videojs from 'video.js/core'
    import 'video.js/dist/video-js.css'
    export const mount = (box, src, captions) => { const video = document.createElement('video-js'); box.append(video)
      videojs(video, { controls: true, width: 640, height: 360, muted: true, playbackRates: [0.5, 1, 2], sources: [{ src, type: 'video/mp4' }], tracks: [{ kind: 'captions', src: captions, srclang: 'en', label: 'English' }] }) }`,
  'video.js 8.24': `
    import videojs from 'video.js'
    import 'video.js/dist/video-js.css'
    export const mount = (box, src, captions) => { const video = document.createElement('video-js'); box.append(video)
      videojs(video, { controls: true, width: 640, height: 360, muted: true, playbackRates: [0.5, 1, 2], sources: [{ src, type: 'video/mp4' }], tracks: [{ kind: 'captions', src: captions, srclang: 'en', label: 'English' }] }) }`,
}

export const engines: Record<string, string> = {
  '@videojs/react 10.0.0-rc.2, its own HLS': `import { HlsVideo } from '@videojs/react/media/hls-video'; export const mount = () => HlsVideo`,
  'hls.js 1.7 light': `import Hls from 'hls.js/light'; export const mount = () => new Hls()`,
  'hls.js 1.7': `import Hls from 'hls.js'; export const mount = () => new Hls()`,
}

export const packages = {
  'media-chrome': '4.19.4',
  '@vidstack/react': '1.15.6',
  '@videojs/react': '10.0.0-rc.2',
  'video.js': '8.24.1',
  'hls.js': '1.7.4',
  react: '19.3.1',
  'react-dom': '19.3.1',
}
