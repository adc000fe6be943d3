Scalar.createApiReference('#app', {
  url: '/openapi.json',
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  // The session cookie needs no input. An empty Bearer token would be refused.
  authentication: { preferredSecurityScheme: 'session' },
  hideClientButton: true,
  showDeveloperTools: 'never',
})
