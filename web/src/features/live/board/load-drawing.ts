declare global {
  interface Window {
    EXCALIDRAW_ASSET_PATH?: string
  }
}

/** Loads the drawing when a whiteboard is opened, with its fonts from this site: Excalidraw reads their place when it is loaded. */
export function loadDrawing(): Promise<typeof import('./drawing.tsx')> {
  window.EXCALIDRAW_ASSET_PATH = '/assets/board/'
  return import('./drawing.tsx')
}
