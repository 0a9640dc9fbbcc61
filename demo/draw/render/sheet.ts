import sharp from 'sharp'

/** Lays pictures of one size on a sheet to look at them together. */
export const contactSheet = async (
  pictures: readonly Buffer[],
  columns: number,
  width: number,
  target: string,
): Promise<void> => {
  const height = Math.round((width * 9) / 16)
  const square = await sharp(pictures[0]).metadata()
  const tall = square.width === square.height ? width : height
  const cells = await Promise.all(pictures.map((each) => sharp(each).resize(width, tall).png().toBuffer()))
  await sharp({
    create: {
      width: columns * (width + 8) + 8,
      height: Math.ceil(cells.length / columns) * (tall + 8) + 8,
      channels: 3,
      background: '#808080',
    },
  })
    .composite(
      cells.map((input, index) => ({
        input,
        left: 8 + (index % columns) * (width + 8),
        top: 8 + Math.floor(index / columns) * (tall + 8),
      })),
    )
    .png()
    .toFile(target)
}
