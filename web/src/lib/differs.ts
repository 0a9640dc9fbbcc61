/** Whether two records of plain values differ anywhere: something was typed that is not saved. */
export function differs<Values extends Record<string, string | boolean>>(saved: Values, typed: Values): boolean {
  return Object.keys(saved).some((name) => saved[name] !== typed[name])
}
