// One more thread of the engine: a worker that runs the core's module on the memory of the engine's worker. It enters the core, waits
// there for work, and never comes back.

/** Only the first thread reads the clock and reports. */
const unused = () => 0;

addEventListener("message", ({ data: { module, memory, stack } }) => {
  /** @type {WebAssembly.Imports} */
  const imports = { env: { memory } };
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    if (kind === "function") imports[from][name] = unused;
  }
  /** @type {any} */
  const calls = new WebAssembly.Instance(module, imports).exports;
  calls.__stack_pointer.value = stack;
  calls.__wasm_init_tls(stack);
  postMessage("ready");
  calls.helper_run();
});
