import pino, { type Logger } from 'pino'
import { serializers } from '../src/log.ts'

/** The log of a service, line by line, with errors as an operator reads them. */
export const logTo = (level: string, write: (line: string) => void): Logger => pino({ level, serializers }, { write })
