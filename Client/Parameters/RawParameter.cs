using System.Collections.Generic;
using System.Linq;
using System.Text.Json;

namespace SfPerf.Client.Parameters;

/// <summary>One value as it was written, before anything checked it.</summary>
/// <param name="Name">The name as written; <c>ApplicationParameters.X</c> for a member of that object.</param>
/// <param name="Text">The value as text.</param>
/// <param name="Kind">The JSON kind, or Undefined where the source knows only text.</param>
/// <param name="Origin">Where it was written.</param>
internal sealed record RawParameter(string Name, string Text, JsonValueKind Kind, ParameterOrigin Origin)
{
    public const char ListSeparator = ',';

    /// <summary>Gets the elements of a list in JSON; null for anything else.</summary>
    public IReadOnlyList<RawParameter>? Elements { get; init; }

    /// <summary>Takes the value as a list: that of JSON, or a text with commas; an empty text is an empty list.
    /// </summary>
    public IReadOnlyList<RawParameter> AsList() => Elements ?? (Text.Length == 0 ? []
        : [.. Text.Split(ListSeparator).Select(part => this with { Text = part.Trim() })]);
}
