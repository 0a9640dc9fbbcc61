/** Under which the browser stores the chosen theme. */
export const themeKey = 'theme'

/** Inline script for <head>: applies the stored theme before the first paint. Storage may be blocked. */
export const themeScript = `try{const t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`
