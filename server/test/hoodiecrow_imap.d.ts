// The package brings no types; these are the parts that tests use.
declare module 'hoodiecrow-imap' {
  type Mailbox = { messages: { flags: string[]; raw: string }[] }
  type Imap = {
    server: unknown
    listen: (port: number, done: () => void) => void
    close: (done: () => void) => void
    appendMessage: (mailbox: string, flags: string[], date: string | Date | false, raw: string) => unknown
    getMailbox: (name: string) => Mailbox
  }
  type Options = {
    plugins: string[]
    storage: object
    secureConnection?: boolean
    credentials?: { cert: string; key: string }
  }
  function hoodiecrow(options: Options): Imap
  export = hoodiecrow
}
