using System;
using System.Linq;
using System.Text.RegularExpressions;

namespace SfPerf.Architecture.Tests.Azure;

/// <summary>An expression of a template, as [parameters('nodeCount')].</summary>
internal sealed partial class ArmExpression
{
    private ArmExpression(string text) => Text = text;

    internal string Text { get; }

    internal string[] Parameters => Names("parameters");

    internal string[] Variables => Names("variables");

    /// <summary>Gets the types of resources that the expression names.</summary>
    internal string[] ResourceIds => [.. Resource().Matches(Text).Select(m => m.Groups[1].Value)];

    /// <summary>Gets the function whose result the whole expression is; empty when a property of it is taken.</summary>
    internal string Function => Text.EndsWith(')') && Whole().Match(Text) is { Success: true } found
        ? found.Groups[1].Value : "";

    /// <summary>Gets whether every parenthesis and quotation mark has its other one.</summary>
    internal bool IsClosed
    {
        get
        {
            var bare = Quoted().Replace(Text, "");
            var depth = 0;
            foreach (var c in bare)
            {
                depth += c switch { '(' or '[' => 1, ')' or ']' => -1, _ => 0 };
                if (depth < 0)
                    return false;
            }

            return depth == 0 && !bare.Contains('\'', StringComparison.Ordinal);
        }
    }

    internal static ArmExpression? Of(string text) => text.StartsWith('[')
        && !text.StartsWith("[[", StringComparison.Ordinal) && text.EndsWith(']') ? new(text[1..^1]) : null;

    private string[] Names(string function) => [.. Reference().Matches(Text)
        .Where(m => m.Groups[1].Value == function).Select(m => m.Groups[2].Value)];

    [GeneratedRegex(@"\b(parameters|variables)\('([^']*)'\)")]
    private static partial Regex Reference();

    [GeneratedRegex(@"\bresourceId\('([^']*)'")]
    private static partial Regex Resource();

    [GeneratedRegex(@"^(\w+)\(")]
    private static partial Regex Whole();

    [GeneratedRegex("'[^']*'")]
    private static partial Regex Quoted();
}
