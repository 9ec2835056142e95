import { Bird } from './mark.tsx'

type ShoreProps = { className?: string | undefined; deserted?: boolean }

/** The bird on its mud flat, with its reflection, or the flat alone; an ornament, so nothing to read aloud. */
export function Shore({ className, deserted = false }: ShoreProps) {
  return (
    <svg
      viewBox="0 0 440 300"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <rect width="440" height="300" fill="var(--sky)" />
      <circle cx="104" cy="98" r="34" fill="var(--chestnut)" opacity="0.22" />
      <path d="M0 128c70-10 150-12 230-7s150 4 210-4v183H0Z" fill="var(--flat-far)" />
      <path d="M0 214c90-14 190-10 270-2s120 6 170-4v92H0Z" fill="var(--flat-near)" />
      {deserted || (
        <>
          <g transform="translate(148 30) scale(4.3)">
            <Bird />
          </g>
          <g transform="translate(148 388) scale(4.3 -4.3)" opacity="0.14">
            <Bird />
          </g>
        </>
      )}
      <g stroke="var(--water)" strokeWidth="2" strokeLinecap="round" opacity="0.5">
        <path d="M196 216h74M288 216h30M168 228h40M236 236h96M120 248h60M262 258h40" />
        <path d="M28 150h52M96 158h24M352 146h58M330 158h26" opacity="0.7" />
      </g>
    </svg>
  )
}
