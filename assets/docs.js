Scalar.createApiReference('#app', {
  url: '/openapi.json',
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  // The cookie of this browser does without anything typed in; an empty bearer token is refused.
  authentication: { preferredSecurityScheme: 'session' },
  hideClientButton: true,
  showDeveloperTools: 'never',
})
