import { createTransport, type SendMailOptions } from 'nodemailer'

/** What a debtor's mail program sends, over a real conversation. Tells what the server said. */
export async function mailTo(port: number, mail: SendMailOptions): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    return (await transport.sendMail(mail)).response
  } catch (error) {
    const { response, message } = error as { response?: string; message: string }
    return response ?? message
  } finally {
    transport.close()
  }
}
