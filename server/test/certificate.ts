import { generateKeyPairSync, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

export type Certificate = { cert: string; key: string }

/** A certificate that signs itself, for a name or an address, as an operator without an authority would make one. */
export function makeCertificate(name: string, { days = 30 } = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const until = new Date(Date.now() + days * 86_400_000)
  const from = new Date(Math.min(Date.now(), until.getTime()) - 86_400_000)
  const owner = list(set(list(oid('55 04 03'), tagged(0x0c, Buffer.from(name)))))
  const shown = isIPv4(name)
    ? tagged(0x87, Buffer.from(name.split('.').map(Number)))
    : tagged(0x82, Buffer.from(name, 'latin1'))
  const extensions = list(
    list(oid('55 1d 11'), tagged(0x04, list(shown))),
    list(oid('55 1d 13'), tagged(0x01, Buffer.from([0xff])), tagged(0x04, list(tagged(0x01, Buffer.from([0xff]))))),
  )
  const said = list(
    tagged(0xa0, integer(2)),
    integer(Math.floor(Math.random() * 2 ** 30) + 1),
    ecdsa_with_sha256,
    owner,
    list(moment(from), moment(until)),
    owner,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  )
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', said, privateKey)]))
  const lines = list(said, ecdsa_with_sha256, signature).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

// The parts of X.690 (DER) that a certificate is written in.

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const list = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts)
const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, ...parts)
const oid = (bytes: string): Buffer => tagged(0x06, Buffer.from(bytes.replaceAll(' ', ''), 'hex'))
const integer = (value: number): Buffer => {
  const bytes = Buffer.alloc(5)
  bytes.writeUInt32BE(value, 1)
  const first = bytes.findIndex((byte, place) => byte !== 0 || place === 4)
  return tagged(0x02, (bytes[first] ?? 0) > 127 ? bytes.subarray(first - 1) : bytes.subarray(first))
}
const moment = (at: Date): Buffer =>
  tagged(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
const ecdsa_with_sha256 = list(oid('2a 86 48 ce 3d 04 03 02'))
