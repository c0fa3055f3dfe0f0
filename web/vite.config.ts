// Two apps are built side by side: the portal (index.html) and the sheet that form frames show (frame.html).
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsDir: 'assets',
    // Everything is a file under /assets/: the content security policy allows neither inline scripts nor data: modules.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { portal: 'index.html', frame: 'frame.html' } },
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/identity': 'http://localhost:3000' } },
})
