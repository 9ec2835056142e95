import type { Page } from './generated.ts'

/** What a list answers. Nothing is asked for before it is awaited or iterated over. */
export class Listing<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #first: () => Promise<Page<Item>>
  readonly #pages: () => AsyncGenerator<Item[], void, undefined>

  constructor(first: () => Promise<Page<Item>>, pages: () => AsyncGenerator<Item[], void, undefined>) {
    this.#first = first
    this.#pages = pages
  }

  /** The page that was asked for: `const { data } = await dunlin.debtors.list(…)`. */
  // biome-ignore lint/suspicious/noThenProperty: awaiting a list is asking for its page.
  then<One = Page<Item>, Other = never>(
    done?: ((page: Page<Item>) => One | PromiseLike<One>) | null,
    failed?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<One | Other> {
    return this.#first().then(done, failed)
  }

  /** Page by page, one request each. */
  pages(): AsyncGenerator<Item[], void, undefined> {
    return this.#pages()
  }

  /** Record by record, over all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const records of this.#pages()) yield* records
  }
}
