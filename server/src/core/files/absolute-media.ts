/** Fields with paths of media. */
const fields = ['thumbnail', 'videoUrl', 'photoUrl', 'posterUrl', 'streamUrl', 'storyboardUrl']
/** Quotes inside of strings are escaped in JSON: unescaped ones around the name and before the path are those of a property. */
const property = new RegExp(`"(${fields.join('|')})":"/(?!/)`, 'g')

/**
 * Returns JSON as `JSON.stringify` writes it with absolute URLs of media, for pages of other origins, where a path would be relative
 * to that origin. `publicUrl` has no slash at its end. URLs of other hosts stay as they are.
 */
export const absoluteMediaIn = (json: string, publicUrl: string): string =>
  json.replace(property, (_all, name: string) => `"${name}":"${JSON.stringify(publicUrl).slice(1, -1)}/`)
