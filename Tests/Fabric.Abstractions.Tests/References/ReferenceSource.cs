using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using SfPerf.Fabric.Abstractions.Tests.Api;

namespace SfPerf.Fabric.Abstractions.Tests.References;

/// <summary>
/// C# source that declares the listed types, each member as it is listed and without anything behind it. A compiler
/// that is given the assembly sees of Service Fabric what is published of it, and nothing of ours.
/// </summary>
/// <param name="all">The types of all listings: bases and interfaces may be declared in another one.</param>
internal sealed partial class ReferenceSource(IEnumerable<ListedType> all)
{
    private const string Nothing = "throw null;";

    private readonly Dictionary<string, ListedType> _types = all.ToDictionary(t => ListedType.Simple(t.Key)
        + Arity(t.Parameters.Length));

    private readonly HashSet<string> _names = [.. all.Select(t => ListedType.Simple(t.Key))];

    /// <summary>Returns the source of an assembly.</summary>
    /// <param name="types">Its types.</param>
    internal string Write(IReadOnlyList<ListedType> types)
    {
        var source = new StringBuilder("using System;\n");
        var names = types.Select(t => ListedType.Simple(t.Key)).ToHashSet();
        foreach (var type in types.Where(t => !names.Contains(t.Container)))
        {
            source.Append(type.Container.Length == 0 ? "" : $"namespace {type.Container}\n{{\n");
            Declare(type, types, source);
            source.Append(type.Container.Length == 0 ? "" : "}\n");
        }

        return source.ToString();
    }

    private static string Arity(int parameters) => parameters == 0 ? "" : $"`{parameters}";

    private void Declare(ListedType type, IReadOnlyList<ListedType> types, StringBuilder source)
    {
        source.Append($"{type.Attributes}\n{type.Shape.Head}");
        if (type.IsDelegate)
        {
            source.Append(";\n");
            return;
        }

        // A base without a namespace is internal to the published assembly, and not published.
        var bases = type.Shape.Bases.Where(b => type.IsEnum || b.Contains('.', StringComparison.Ordinal)).ToArray();
        source.Append(bases.Length == 0 ? "" : $" : {string.Join(", ", bases)}").Append(type.Shape.Constraints);
        source.Append("\n{\n");
        foreach (var member in type.Members)
            source.Append(Member(type, member)).Append('\n');
        foreach (var text in Unlisted(type, bases))
            source.Append(text).Append('\n');
        foreach (var inner in types.Where(t => t.Container == ListedType.Simple(type.Key)))
            Declare(inner, types, source);
        source.Append("}\n");
    }

    private string Member(ListedType type, ListedMember member)
    {
        // A structure has it anyway; and the listings name a few types that they do not hold.
        if ((type.IsStruct && member.Text == $"public {type.Name}()")
            || FabricName().Matches(member.Text).Any(name => !_names.Contains(name.Value)))
        {
            return "";
        }

        var text = EnumDefault().Replace(member.Text, "${type} ${name} = ${type}.${value}");
        return member.Attributes + (type.IsEnum ? $"{text}," : type.IsInterface || member.IsAbstract
            ? member.IsProperty ? text : $"{text};"
            : WithBody(member, text));
    }

    private static string WithBody(ListedMember member, string text) =>
        member.IsEvent ? $"{text} {{ add {{ }} remove {{ }} }}"
        : member.IsProperty ? Accessor().Replace(text, $"${{accessor}} => {Nothing}")
        : member.IsMethod ? $"{text} => {Nothing}"
        : $"{text};";

    // What a listing of visible members leaves out, and the language asks for.
    private IEnumerable<string> Unlisted(ListedType type, string[] bases)
    {
        if (type is { IsInterface: true } or { IsEnum: true })
            return [];
        var added = bases.SelectMany(Interfaces).DistinctBy(i => i.Name).SelectMany(i => Explicit(i.Name, i.Type));
        if (type is { IsClass: true, IsAbstract: false })
            added = added.Concat(bases.SelectMany(Abstract).Where(m => !IsOverridden(type, m)));
        // Without it a type whose constructors are all hidden could be made by anybody.
        return type is { IsClass: true, IsStatic: false }
            && !type.Members.Any(m => m.Text.EndsWith($" {type.Name}()", StringComparison.Ordinal))
            ? added.Append($"internal {type.Name}() {{ }}") : added;
    }

    private static bool IsOverridden(ListedType type, string member) => type.Members.Any(m =>
        m.Text.Contains(" override ", StringComparison.Ordinal) && NameOf(m.Text) == NameOf(member));

    private static string NameOf(string text) => Name().Match(text).Groups["name"].Value;

    private IEnumerable<string> Abstract(string parent)
    {
        if (Find(parent) is not { IsClass: true } type)
            return [];
        var inherited = type.Shape.Bases.SelectMany(Abstract).Where(m => !IsOverridden(type, m));
        return type.Members.Where(m => m.IsAbstract).Select(m => WithBody(m, Substitute(type, parent, m.Text)
            .Replace("abstract ", "override ", StringComparison.Ordinal))).Concat(inherited);
    }

    private IEnumerable<(string Name, ListedType Type)> Interfaces(string name) =>
        Find(name) is not { IsInterface: true } type ? []
            : type.Shape.Bases.SelectMany(b => Interfaces(Substitute(type, name, b))).Prepend((name, type));

    private static IEnumerable<string> Explicit(string name, ListedType type) => type.Members.Select(m =>
    {
        var text = Substitute(type, name, m.Text);
        var where = text.IndexOf(" where ", StringComparison.Ordinal);
        text = Value().Replace(where < 0 ? text : text[..where], "");
        return WithBody(m, Name().Replace(text, $"{name}.${{name}}", 1));
    });

    private static string Substitute(ListedType type, string closed, string text) =>
        type.Parameters.Zip(ListedType.Arguments(closed))
            .Aggregate(text, (t, p) => Regex.Replace(t, $@"\b{p.First}\b", p.Second));

    private ListedType? Find(string name)
    {
        var key = ListedType.Simple(name) + Arity(ListedType.Arguments(name).Length);
        return _types.TryGetValue(key, out var listed) ? listed
            : Type.GetType(key) is { IsInterface: true } type ? Declared(type) : null;
    }

    // An interface of .NET.
    private static ListedType Declared(Type type)
    {
        var key = ApiPrinter.Key(type);
        return new(key, "", TypeShape.Of(type),
            [.. ApiPrinter.Members(type).Select(m => new ListedMember("", m[(key.Length + 3)..]))]);
    }

    // A listing names a default value of an enumeration without its type.
    [GeneratedRegex(@"(?<type>[\w.]+) (?<name>\w+) = (?<value>[A-Z]\w*)(?=[,)])")]
    private static partial Regex EnumDefault();

    [GeneratedRegex(@"\b(System\.Fabric|Microsoft\.ServiceFabric)[\w.]+")]
    private static partial Regex FabricName();

    [GeneratedRegex(@"\b(?<accessor>(get|set|init));")]
    private static partial Regex Accessor();

    // The name of a method with its type parameters, of an indexer, a property or an event.
    [GeneratedRegex(@"(?<name>\b\w+(<[\w, ]+>)?(?=\()|\bthis(?=\[)|\b\w+(?= \{)|\b\w+$)")]
    private static partial Regex Name();

    [GeneratedRegex(@" = (default\([^)]*\)|[\w.""]+)")]
    private static partial Regex Value();
}
