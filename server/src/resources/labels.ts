import { text } from '../api/field.ts'

export const label = {
  name: text('Name of the label.').required(),
}
