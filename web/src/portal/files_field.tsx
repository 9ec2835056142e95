import { useEffect, useId, useState } from 'react'
import { fill } from '../words/fill.ts'
import { Icon } from './icons.tsx'
import { useSpeech } from './speech.tsx'

const files_max = 5
const bytes_max = 10 * 1024 * 1024

/** Photos and documents to send along; a phone offers its camera. */
export function FilesField({ files, change }: { files: readonly File[]; change: (files: File[]) => void }) {
  const { words } = useSpeech()
  const id = useId()
  const [too_large, setTooLarge] = useState(false)
  const add = (list: FileList | null): void => {
    const chosen = [...(list ?? [])]
    setTooLarge(chosen.some(({ size }) => size > bytes_max))
    change([...files, ...chosen.filter(({ size }) => size <= bytes_max)].slice(0, files_max))
  }
  return (
    <div className="files">
      {files.map((file, place) => (
        <div key={`${file.name} ${file.lastModified}`} className="file">
          <Thumbnail file={file} />
          <button
            type="button"
            className="file_remove"
            aria-label={fill(words.remove_file, { filename: file.name })}
            onClick={() => change(files.filter((_, other) => other !== place))}
          >
            <Icon name="remove" size={14} />
          </button>
        </div>
      ))}
      {files.length < files_max && (
        <label className="file_add" htmlFor={id}>
          <Icon name="camera" size={26} />
          <span>{words.add_file}</span>
          <input
            id={id}
            className="unseen"
            type="file"
            multiple
            accept="image/jpeg,image/png,image/webp,image/heic,application/pdf"
            onChange={({ currentTarget }) => {
              add(currentTarget.files)
              currentTarget.value = ''
            }}
          />
        </label>
      )}
      <p className="hint" role={too_large ? 'alert' : undefined}>
        {too_large ? words.files_refused : files.map(({ name, size }) => `${name}, ${saySize(size)}`).join(' · ')}
      </p>
    </div>
  )
}

/** A picture of the file where browsers can show one. */
function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!/^image\/(jpeg|png|webp)$/.test(file.type)) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url === null ? <Icon name="statement" size={30} /> : <img src={url} alt="" />
}

/** A size as people say it. */
export const saySize = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
