import type { FastifyInstance } from 'fastify'
import { Refusal } from '../api/errors.ts'
import { parseForm } from './forms.ts'

/** Takes JSON and forms on every write, and nothing else. */
export function takeBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text.length === 0) return done(null, undefined)
    try {
      done(null, JSON.parse(String(text)))
    } catch {
      done(new Refusal('unprocessable_entity', 'body: is not valid JSON'))
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseForm(String(text)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}
