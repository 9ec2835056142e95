import './portal.css'
import './parts.css'
import './items.css'
import './forms.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Portal } from './portal.tsx'

const element = document.getElementById('root')
if (element === null) throw new Error('The page has no element to put its content in.')

createRoot(element).render(
  <StrictMode>
    <Portal />
  </StrictMode>,
)
