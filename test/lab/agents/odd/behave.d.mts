export declare function behave(prompt: string, tools?: object): Promise<string>
export declare function reset(): void
export declare function lookup(args: { readonly key: string }): unknown
export declare const registry: { lookup(args: { readonly key: string }): unknown }
