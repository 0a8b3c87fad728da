using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;

namespace SfPerf.ServiceModel.Tests.Api;

/// <summary>Everything another assembly can name in one: types and members, public and protected, one a line.</summary>
internal static class PublicSurface
{
    private const BindingFlags Declared = BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Static
        | BindingFlags.Public | BindingFlags.NonPublic;

    internal static string[] Of(Assembly assembly) =>
        [.. assembly.GetExportedTypes().SelectMany(Lines).Distinct().Order(StringComparer.Ordinal)];

    private static IEnumerable<string> Lines(Type type)
    {
        yield return $"{type} : {Kind(type)}";
        if (type.IsEnum)
        {
            foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Static))
            {
                var value = Convert.ToInt64(field.GetRawConstantValue(), CultureInfo.InvariantCulture);
                yield return $"{type}.{field.Name} = {value}";
            }

            yield break;
        }

        foreach (var member in type.GetMembers(Declared))
        {
            if (Line(member) is { } line)
                yield return $"{type}.{line}";
        }
    }

    private static string Kind(Type type) =>
        type.IsEnum ? "enum"
        : type.IsInterface ? "interface"
        : typeof(Delegate).IsAssignableFrom(type) ? "delegate"
        : type.IsValueType ? "struct"
        : $"{Modifiers(type)}class {type.BaseType}";

    private static string Modifiers(Type type) =>
        (type.IsAbstract, type.IsSealed) switch
        {
            (true, true) => "static ",
            (true, false) => "abstract ",
            (false, true) => "sealed ",
            _ => "",
        };

    private static string? Line(MemberInfo member) => member switch
    {
        ConstructorInfo c when IsVisible(c) && !c.IsStatic => $"ctor({Parameters(c)})",
        PropertyInfo p when Accessors(p) is { Length: > 0 } accessors =>
            $"{p.Name}{Index(p)} {{ {accessors} }} : {p.PropertyType}",
        EventInfo e when IsVisible(e.AddMethod) => $"{e.Name} event {e.EventHandlerType}",
        MethodInfo m when IsVisible(m) && (!m.IsSpecialName || m.Name.StartsWith("op_", StringComparison.Ordinal)) =>
            $"{Static(m)}{m.Name}{Generic(m)}({Parameters(m)}) : {m.ReturnType}",
        FieldInfo f when f.IsPublic || f.IsFamily => $"{f.Name} field {f.FieldType}",
        _ => null,
    };

    private static bool IsVisible(MethodBase? method) =>
        method is not null && (method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly)
        && !method.Name.Contains('<', StringComparison.Ordinal);

    private static string Static(MethodInfo method) => method.IsStatic ? "static " : "";

    private static string Generic(MethodInfo method) =>
        method.IsGenericMethodDefinition
            ? $"[{string.Join(", ", method.GetGenericArguments().Select(a => a.Name))}]" : "";

    private static string Accessors(PropertyInfo property) =>
        string.Join(' ', new[] { (property.GetMethod, "get;"), (property.SetMethod, "set;") }
            .Where(a => IsVisible(a.Item1)).Select(a => a.Item2));

    private static string Index(PropertyInfo property) =>
        property.GetIndexParameters() is { Length: > 0 } index
            ? $"[{string.Join(", ", index.Select(i => i.ParameterType))}]" : "";

    private static string Parameters(MethodBase method) =>
        string.Join(", ", method.GetParameters().Select(p => $"{p.ParameterType} {p.Name}"));
}
