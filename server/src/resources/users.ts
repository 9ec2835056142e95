import { id, text } from '../api/field.ts'

export const user = {
  id: id('Identifier of the user.').required(),
  name: text('Name.').required(),
  email_address: text('Email address; empty for a user that stands for a token or an application.').required(),
}
