/**
 * Texts as a browser's controls hold them. A stored text with other line breaks would come back changed from the control,
 * and the form would look edited before the user changed anything.
 */
export const controlText = {
  line: (text: string): string => text.replaceAll(/[\r\n]+/g, ' '),
  lines: (text: string): string => text.replaceAll(/\r\n?/g, '\n'),
}
