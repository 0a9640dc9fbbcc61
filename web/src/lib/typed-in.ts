/**
 * The values of `draft` as they stand in a form whose controls have the draft's names: what was typed before the page's
 * script ran, or what the browser put back after a reload.
 */
export function typedIn<Draft extends Record<string, string | boolean>>(form: HTMLFormElement, draft: Draft): Draft {
  const typed: Record<string, string | boolean> = { ...draft }
  for (const name of Object.keys(draft)) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement && control.type === 'checkbox') typed[name] = control.checked
    else if (control && 'value' in control) typed[name] = String(control.value)
  }
  // the same names, with values of the same kinds
  return typed as Draft
}
