import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'

export type CertificateFiles = { cert_file: string; key_file: string }

/** With what our mail server proves who it is, until when, and for which names. */
export type ServerCertificate = { cert: Buffer; key: Buffer; valid_to: Date; names: string }

/** Reads the operator's certificate and key. What is wrong with them is a sentence for the operator. */
export async function readCertificate({ cert_file, key_file }: CertificateFiles): Promise<ServerCertificate> {
  try {
    const [cert, key] = await Promise.all([readFile(cert_file), readFile(key_file)])
    createSecureContext({ cert, key })
    const { validToDate: valid_to, subjectAltName, subject } = new X509Certificate(cert)
    return { cert, key, valid_to, names: subjectAltName ?? subject }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
    throw new Error(`The certificate of MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY cannot be used: ${reason}.`)
  }
}
