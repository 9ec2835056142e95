import { advice, findBrowser } from './find_browser.ts'

// Says which browser the tests would use, and ends with 1 when there is none.
const found = await findBrowser(async () => 'the one that npm brings')
if (found === null) {
  console.error(`No browser was found: ${advice}.`)
  process.exitCode = 1
} else console.log(found)
