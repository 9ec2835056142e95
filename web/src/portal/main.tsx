import './portal.css'
import './items.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Portal } from './portal.tsx'

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no place for its content.')

createRoot(place).render(
  <StrictMode>
    <Portal />
  </StrictMode>,
)
