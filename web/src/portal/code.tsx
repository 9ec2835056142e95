import { encode } from 'uqr'

const dots = (text: string) => encode(text, { ecc: 'M', border: 4 })

/** Black on white whatever the colours of the page, with the margin that readers of codes need. */
export function Code({ text, label }: { text: string; label: string }) {
  const { data, size } = dots(text)
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg className="code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

const dot_pixels = 10

/** Saves the code as a picture: a phone cannot scan its own screen, but its banking app opens pictures. */
export async function keepCode(text: string, name: string): Promise<void> {
  const { data, size } = dots(text)
  const canvas = document.createElement('canvas')
  canvas.width = size * dot_pixels
  canvas.height = size * dot_pixels
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries())
      if (dark) pen.fillRect(x * dot_pixels, y * dot_pixels, dot_pixels, dot_pixels)
  const picture = await new Promise<Blob | null>((ready) => canvas.toBlob(ready, 'image/png'))
  if (!picture) return
  const url = URL.createObjectURL(picture)
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.png`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
