/** The same words in another language. */
export type Translation<English> = { readonly [Key in keyof English]: string }
