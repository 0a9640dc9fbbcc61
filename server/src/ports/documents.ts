/** Reads the text of documents. */
export type Documents = {
  /**
   * Returns the text of a PDF on the local disk, its pages parted by empty lines, as far as the limits go; "" for one without a text and one
   * that cannot be read. Never throws because of the file.
   */
  readPdf(path: string): Promise<string>
}
