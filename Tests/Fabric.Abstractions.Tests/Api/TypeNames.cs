using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace SfPerf.Fabric.Abstractions.Tests.Api;

/// <summary>Type names as C# writes them, fully qualified.</summary>
internal static class TypeNames
{
    private static readonly Dictionary<Type, string> Keywords = new()
    {
        [typeof(void)] = "void", [typeof(object)] = "object", [typeof(string)] = "string", [typeof(bool)] = "bool",
        [typeof(byte)] = "byte", [typeof(sbyte)] = "sbyte", [typeof(char)] = "char", [typeof(short)] = "short",
        [typeof(ushort)] = "ushort", [typeof(int)] = "int", [typeof(uint)] = "uint", [typeof(long)] = "long",
        [typeof(ulong)] = "ulong", [typeof(float)] = "float", [typeof(double)] = "double",
        [typeof(decimal)] = "decimal",
    };

    internal static string Of(Type type)
    {
        if (type.IsByRef)
            return Of(type.GetElementType()!);
        if (Keywords.TryGetValue(type, out var keyword))
            return keyword;
        if (type.IsGenericParameter)
            return type.Name;
        if (type.IsArray)
            return Of(type.GetElementType()!) + "[" + new string(',', type.GetArrayRank() - 1) + "]";
        if (Nullable.GetUnderlyingType(type) is { } underlying)
            return Of(underlying) + "?";
        return Qualified(type);
    }

    /// <summary>The name without namespace or outer type, with its own type parameters.</summary>
    internal static string Short(Type type) => Bare(type) + Arguments(type, declaration: true);

    internal static string Bare(Type type)
    {
        var tick = type.Name.IndexOf('`', StringComparison.Ordinal);
        return tick < 0 ? type.Name : type.Name[..tick];
    }

    private static string Qualified(Type type)
    {
        var outer = type.DeclaringType is { } declaring ? Qualified(declaring) : type.Namespace;
        return $"{outer}.{Bare(type)}{Arguments(type, declaration: false)}";
    }

    private static string Arguments(Type type, bool declaration)
    {
        var inherited = type.DeclaringType?.GetGenericArguments().Length ?? 0;
        var own = type.GetGenericArguments().Skip(inherited).ToArray();
        var names = own.Select(a => (declaration ? Variance(a) : "") + Of(a));
        return own.Length == 0 ? "" : $"<{string.Join(", ", names)}>";
    }

    private static string Variance(Type argument) => !argument.IsGenericTypeParameter ? ""
        : argument.GenericParameterAttributes.HasFlag(GenericParameterAttributes.Covariant) ? "out "
        : argument.GenericParameterAttributes.HasFlag(GenericParameterAttributes.Contravariant) ? "in "
        : "";
}
