using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Fabric.Abstractions.Tests.Api;

/// <summary>
/// A type's declaration: its head, and what it derives from. Ours may implement less, never more or other.
/// </summary>
internal sealed record TypeShape(string Head, IReadOnlyList<string> Bases, string Constraints)
{
    internal static TypeShape Of(Type type) => new(HeadOf(type), [.. BasesOf(type)], ConstraintsOf(type));

    internal static TypeShape Parse(string declaration)
    {
        var where = declaration.IndexOf(" where ", StringComparison.Ordinal);
        var constraints = where < 0 ? "" : declaration[where..];
        var rest = where < 0 ? declaration : declaration[..where];
        var colon = rest.IndexOf(" : ", StringComparison.Ordinal);
        return colon < 0
            ? new(rest, [], constraints)
            : new(rest[..colon], [.. Split(rest[(colon + 3)..])], constraints);
    }

    private static string HeadOf(Type type)
    {
        var kind = type.IsInterface ? "interface"
            : type.IsEnum ? "enum"
            : type.IsValueType ? "struct"
            : type is { IsAbstract: true, IsSealed: true } ? "static class"
            : type.IsAbstract ? "abstract class"
            : type.IsSealed ? "sealed class"
            : "class";
        if (typeof(Delegate).IsAssignableFrom(type))
            return $"public delegate {TypeNames.Of(type.GetMethod("Invoke")!.ReturnType)} {TypeNames.Short(type)}";
        return $"public {kind} {TypeNames.Short(type)}";
    }

    private static IEnumerable<string> BasesOf(Type type)
    {
        if (typeof(Delegate).IsAssignableFrom(type))
            yield break;
        if (type.IsEnum)
        {
            yield return TypeNames.Of(type.GetEnumUnderlyingType());
            yield break;
        }

        if (type.BaseType is { } parent && parent != typeof(object) && parent != typeof(ValueType))
            yield return TypeNames.Of(parent);
        var all = type.GetInterfaces();
        var implied = all.SelectMany(i => i.GetInterfaces()).Concat(type.BaseType?.GetInterfaces() ?? []).ToHashSet();
        foreach (var direct in all.Where(i => i.IsVisible && !implied.Contains(i)))
            yield return TypeNames.Of(direct);
    }

    private static string ConstraintsOf(Type type) => type.IsGenericTypeDefinition
        ? ApiPrinter.Constraints(type.GetGenericArguments())
        : "";

    /// <summary>Splits at commas outside of angle brackets.</summary>
    internal static IEnumerable<string> Split(string bases)
    {
        var (depth, start) = (0, 0);
        for (var i = 0; i <= bases.Length; i++)
        {
            if (i == bases.Length || (bases[i] == ',' && depth == 0))
            {
                yield return bases[start..i].Trim();
                start = i + 1;
                continue;
            }

            depth += bases[i] switch { '<' => 1, '>' => -1, _ => 0 };
        }
    }
}
