import { sayRule } from '../../words/law/say_law.ts'
import { useLawWords } from './use_law_words.ts'

/** A rule in the reader's language. The words of the law are many: only who shows one loads them. */
export function RuleName({ code }: { code: string }) {
  return sayRule(useLawWords(), code).name
}
