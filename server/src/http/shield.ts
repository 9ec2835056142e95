/** Nothing is loaded from elsewhere, nothing runs but our own files, and nobody shows our pages inside theirs. */
export const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
}

// That browsers come by https alone is set for every answer, where it is known whether they can.
export const securityHeaders = (directives: typeof policy) => ({
  contentSecurityPolicy: { directives },
  // For browsers that do not know frame-ancestors; it says the same.
  xFrameOptions: { action: 'deny' as const },
  strictTransportSecurity: false as const,
})
