namespace Microsoft.CodeAnalysis;

/// <summary>Hides a type from every other assembly, also from one that sees internal types: the compiler would not know
/// whose copy of it is meant.</summary>
[Embedded]
internal sealed class EmbeddedAttribute : System.Attribute;
