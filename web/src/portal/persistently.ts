const pause_ms = 2000

/** Loads code of the page; while the service is away it is tried again until it is there. */
export async function persistently<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((again) => setTimeout(again, pause_ms))
    }
  }
}
