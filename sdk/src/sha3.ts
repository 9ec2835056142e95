// SHA3-512 (FIPS 202), for places whose own cryptography does not know it, as browsers. A lane of 64 bits is two
// numbers of 32, because those are fast everywhere.

const rate = 72

/** Constants of the rounds, each as its low and its high half: bits of a shift register, as the standard makes them. */
const constants = makeConstants()

function makeConstants(): Uint32Array {
  const made = new Uint32Array(48)
  let register = 1
  for (let round = 0; round < 24; round++) {
    for (let power = 0; power < 7; power++) {
      const place = (1 << power) - 1
      if (register & 1) {
        const half = round * 2 + (place < 32 ? 0 : 1)
        made[half] = (made[half] ?? 0) ^ (1 << (place % 32))
      }
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0)
    }
  }
  return made
}

/** The lanes in the order in which they move, and how far each is turned. */
const walk = makeWalk()

function makeWalk(): { to: number; turn: number }[] {
  const steps: { to: number; turn: number }[] = []
  let [x, y] = [1, 0]
  for (let step = 0; step < 24; step++) {
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
    steps.push({ to: x + 5 * y, turn: (((step + 1) * (step + 2)) / 2) % 64 })
  }
  return steps
}

/** The digest of some bytes. */
export function sha3_512(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = new Uint32Array(50)
  const padded = new Uint8Array(Math.ceil((bytes.length + 1) / rate) * rate)
  padded.set(bytes)
  padded[bytes.length] = 0x06
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80
  const view = new DataView(padded.buffer)
  for (let block = 0; block < padded.length; block += rate) {
    for (let half = 0; half < rate / 4; half++) {
      state[half] = (state[half] ?? 0) ^ view.getUint32(block + half * 4, true)
    }
    permute(state)
  }
  const digest = new Uint8Array(64)
  const out = new DataView(digest.buffer)
  for (let half = 0; half < 16; half++) out.setUint32(half * 4, state[half] ?? 0, true)
  return digest
}

function permute(state: Uint32Array): void {
  const sums = new Uint32Array(10)
  const row = new Uint32Array(10)
  for (let round = 0; round < 24; round++) {
    mixColumns(state, sums)
    turnLanes(state)
    mixRows(state, row)
    state[0] = (state[0] ?? 0) ^ (constants[round * 2] ?? 0)
    state[1] = (state[1] ?? 0) ^ (constants[round * 2 + 1] ?? 0)
  }
}

function mixColumns(state: Uint32Array, sums: Uint32Array): void {
  const at = (index: number): number => state[index] ?? 0
  for (let i = 0; i < 10; i++) sums[i] = at(i) ^ at(i + 10) ^ at(i + 20) ^ at(i + 30) ^ at(i + 40)
  for (let x = 0; x < 5; x++) {
    const before = ((x + 4) % 5) * 2
    const behind = ((x + 1) % 5) * 2
    const [low, high] = [sums[behind] ?? 0, sums[behind + 1] ?? 0]
    const even = (sums[before] ?? 0) ^ ((low << 1) | (high >>> 31))
    const odd = (sums[before + 1] ?? 0) ^ ((high << 1) | (low >>> 31))
    for (let lane = x * 2; lane < 50; lane += 10) {
      state[lane] = at(lane) ^ even
      state[lane + 1] = at(lane + 1) ^ odd
    }
  }
}

function turnLanes(state: Uint32Array): void {
  let [low, high] = [state[2] ?? 0, state[3] ?? 0]
  for (const { to, turn } of walk) {
    const [kept_low, kept_high] = [state[to * 2] ?? 0, state[to * 2 + 1] ?? 0]
    if (turn >= 32) [low, high] = [high, low]
    const bits = turn % 32
    state[to * 2] = bits === 0 ? low : (low << bits) | (high >>> (32 - bits))
    state[to * 2 + 1] = bits === 0 ? high : (high << bits) | (low >>> (32 - bits))
    ;[low, high] = [kept_low, kept_high]
  }
}

function mixRows(state: Uint32Array, row: Uint32Array): void {
  for (let y = 0; y < 50; y += 10) {
    row.set(state.subarray(y, y + 10))
    for (let i = 0; i < 10; i++) {
      state[y + i] = (row[i] ?? 0) ^ (~(row[(i + 2) % 10] ?? 0) & (row[(i + 4) % 10] ?? 0))
    }
  }
}
