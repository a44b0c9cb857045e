/** QR codes as images, each module some pixels wide, with a quiet zone. */
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { qrMatrix } from './qr-matrix.ts'

function pixelsOf(text: string, scale: number): { side: number; data: Buffer } {
  const matrix = qrMatrix(text)
  const side = (matrix.length + 8) * scale
  const data = Buffer.alloc(side * side * 4, 255)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const dark = matrix[Math.floor(y / scale) - 4]?.[Math.floor(x / scale) - 4] === true
      if (dark) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  return { side, data }
}

/** The code of `text` as a PNG. */
export function qrPng(text: string, scale = 4): Buffer {
  const { side, data } = pixelsOf(text, scale)
  const image = new PNG({ width: side, height: side })
  data.copy(image.data)
  return PNG.sync.write(image)
}

/** The same as a JPEG. */
export function qrJpeg(text: string, scale = 4): Buffer {
  const { side, data } = pixelsOf(text, scale)
  return Buffer.from(jpeg.encode({ width: side, height: side, data }, 80).data)
}
