export type Theme = 'light' | 'dark'

const key = 'theme'

/** Script text that applies the remembered theme; without one the system's preference counts. Storage may be forbidden. */
export const readTheme = `try{const t=localStorage.getItem('${key}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`

/** The theme in force in this browser. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Switches to a theme and remembers it where the browser allows. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(key, theme)
  } catch {
    // private windows may forbid storage: the choice then lasts as long as the page
  }
}
