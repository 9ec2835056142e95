import { type Actions, call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { checksum, dateTime, integer, listOf, mediaType, text } from '../api/field.ts'
import { type Announced, announce } from '../files/uploads.ts'

/** The largest file that can be uploaded. */
export const file_bytes_max = 100 * 1024 * 1024

/** Of a file that holds the word Dunlin. */
const example_checksum = 'KeDKAMWpct5udyeLuBTRK5bDi3MAlOa167Y/yTS217GZgVgcjICYlK9E7jXAVoXRILbFfym34N5hfvFcTtggyg=='

const announced = {
  byte_size: integer('Size in bytes.', 0, file_bytes_max).required(),
  checksum: checksum('SHA3-512 of the content, in base64.').required(),
  content_type: mediaType('Media type.').required(),
}

export const file_actions: Actions = {
  announce: call({
    method: 'POST',
    path: '/v1/files',
    status: 201,
    reach: 'administration',
    permission: 'files:write',
    summary: 'Announce files to upload',
    outcome: 'Where to send the files that are not stored yet.',
    description:
      'Announces files, and answers where to send those that are not stored yet: `PUT` the bytes to `url` with the ' +
      'announced type as `Content-Type`, without a token. Size, type and checksum have to match.',
    body: { files: listOf(announced, 'The files, at most 1,000.').required() },
    example: { files: [{ byte_size: 6, checksum: example_checksum, content_type: 'text/plain' }] },
    list: true,
    answer: {
      checksum: checksum('Checksum, as announced.').required(),
      url: text('Where to send the bytes.').required(),
      expires_at: dateTime('Until when they can be sent there: four hours from now.').required(),
    },
    run: async (context, { files }) => {
      const { administration_id, stamp, db, real_now: now, base_url } = context
      const uploads = await announce(db, { administration_id, stamp }, distinct(files), now)
      return uploads.map(({ checksum, token, expires_at }) => ({
        checksum,
        url: `${base_url}/files/uploads/${administration_id}/${token}`,
        expires_at,
      }))
    },
  }),
}

/** A file that is announced twice is one file, unless it is announced in two ways. */
function distinct(files: readonly Announced[]): Announced[] {
  const seen = new Map<string, Announced>()
  for (const [index, file] of files.entries()) {
    const before = seen.get(file.checksum)
    if (before && (before.byte_size !== file.byte_size || before.content_type !== file.content_type)) {
      return refuseParameters([
        `files[${index}].checksum: is in this request more than once, with another size or type`,
      ])
    }
    seen.set(file.checksum, file)
  }
  return [...seen.values()]
}
