using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace SfPerf.Fabric.Abstractions.Tests.Api;

/// <summary>Writes the members of a type in the form of the listings.</summary>
internal static class ApiPrinter
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance
        | BindingFlags.Static | BindingFlags.DeclaredOnly;

    internal static string Key(Type type) => TypeNames.Of(type);

    internal static IEnumerable<string> Members(Type type) => (type.IsEnum ? EnumMembers(type)
        : typeof(Delegate).IsAssignableFrom(type) ? []
        : ClassMembers(type)).Select(m => $"{Key(type)} | {m}");

    private static IEnumerable<string> EnumMembers(Type type) =>
        from field in type.GetFields(BindingFlags.Public | BindingFlags.Static)
        select $"{field.Name} = {Convert.ToInt64(field.GetRawConstantValue(), CultureInfo.InvariantCulture)}";

    private static IEnumerable<string> ClassMembers(Type type) =>
        type.GetConstructors(Declared).Where(c => IsVisible(c) && !c.IsStatic).Select(Constructor)
            .Concat(type.GetMethods(Declared).Where(m => IsVisible(m) && IsOrdinary(m)).Select(Method))
            .Concat(type.GetProperties(Declared).Where(p => p.GetAccessors(true).Any(IsVisible)).Select(Property))
            .Concat(type.GetEvents(Declared).Where(e => IsVisible(e.AddMethod!)).Select(Event))
            .Concat(type.GetFields(Declared).Where(IsVisible).Select(Field));

    private static bool IsVisible(FieldInfo field) => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly;

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static bool IsOrdinary(MethodInfo method) =>
        !method.IsSpecialName || method.Name.StartsWith("op_", StringComparison.Ordinal);

    private static string Constructor(ConstructorInfo constructor) =>
        $"{Access(constructor)}{TypeNames.Bare(constructor.DeclaringType!)}({Parameters(constructor)})";

    private static string Method(MethodInfo method)
    {
        var name = method.Name switch
        {
            "op_Equality" => "operator ==",
            "op_Inequality" => "operator !=",
            "op_LessThan" => "operator <",
            "op_LessThanOrEqual" => "operator <=",
            "op_GreaterThan" => "operator >",
            "op_GreaterThanOrEqual" => "operator >=",
            var other => other,
        };
        var generic = method.IsGenericMethod
            ? $"<{string.Join(", ", method.GetGenericArguments().Select(a => a.Name))}>"
            : "";
        return $"{Modifiers(method)}{TypeNames.Of(method.ReturnType)} {name}{generic}({Parameters(method)})"
            + Constraints(method.IsGenericMethod ? method.GetGenericArguments() : []);
    }

    private static string Property(PropertyInfo property)
    {
        var accessors = property.GetAccessors(true).Where(IsVisible).ToArray();
        var widest = accessors.OrderBy(a => a.IsPublic ? 0 : 1).First();
        var index = property.GetIndexParameters();
        var name = index.Length == 0 ? property.Name : $"this[{string.Join(", ", index.Select(Parameter))}]";
        var parts = accessors.OrderBy(a => a.Name.StartsWith("get_", StringComparison.Ordinal) ? 0 : 1)
            .Select(a => (Access(a) == Access(widest) ? "" : Access(a)) + a.Name[..3] + ";");
        return $"{Modifiers(widest)}{TypeNames.Of(property.PropertyType)} {name} {{ {string.Join(" ", parts)} }}";
    }

    private static string Event(EventInfo e) =>
        $"{Modifiers(e.AddMethod!)}event {TypeNames.Of(e.EventHandlerType!)} {e.Name}";

    private static string Field(FieldInfo field)
    {
        var modifiers = (field.IsPublic ? "public " : "protected ")
            + (field.IsLiteral ? "const " : (field.IsStatic ? "static " : "") + (field.IsInitOnly ? "readonly " : ""));
        var value = field.IsLiteral ? $" = {Literal(field.GetRawConstantValue(), field.FieldType)}" : "";
        return $"{modifiers}{TypeNames.Of(field.FieldType)} {field.Name}{value}";
    }

    private static string Modifiers(MethodInfo method)
    {
        if (method.DeclaringType!.IsInterface)
            return method.IsStatic ? "static " : "";
        var kind = method.IsStatic ? "static "
            : method.IsAbstract ? "abstract "
            : !method.IsVirtual || (method.IsFinal && !Overrides(method)) ? ""
            : Overrides(method) ? (method.IsFinal ? "sealed override " : "override ")
            : "virtual ";
        return Access(method) + kind;
    }

    private static bool Overrides(MethodInfo method) =>
        method.GetBaseDefinition().DeclaringType != method.DeclaringType;

    private static string Access(MethodBase method) => method.DeclaringType!.IsInterface || method.IsPrivate ? ""
        : method.IsPublic ? "public "
        : method.IsFamilyOrAssembly ? "protected internal "
        : "protected ";

    private static string Parameters(MethodBase method)
    {
        var isExtension = method.IsDefined(typeof(ExtensionAttribute), false);
        return (isExtension ? "this " : "") + string.Join(", ", method.GetParameters().Select(Parameter));
    }

    private static string Parameter(ParameterInfo parameter)
    {
        var prefix = parameter.IsOut ? "out "
            : parameter.ParameterType.IsByRef ? "ref "
            : parameter.IsDefined(typeof(ParamArrayAttribute), false) ? "params "
            : "";
        var type = parameter.ParameterType;
        var value = parameter.HasDefaultValue ? $" = {Literal(parameter.RawDefaultValue, type)}" : "";
        return $"{prefix}{TypeNames.Of(type)} {parameter.Name}{value}";
    }

    private static string Literal(object? value, Type type) => value switch
    {
        null when type.IsValueType && Nullable.GetUnderlyingType(type) is null => $"default({TypeNames.Of(type)})",
        null => "null",
        string text => $"\"{text}\"",
        bool flag => flag ? "true" : "false",
        _ when type.IsEnum => EnumName(type, value),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };

    // Of several names of one value the listings print the first declared.
    private static string EnumName(Type type, object value) => type.GetFields(BindingFlags.Public | BindingFlags.Static)
        .First(f => Equals(f.GetRawConstantValue(), value) || Equals(f.GetValue(null), value)).Name;

    internal static string Constraints(Type[] parameters) => string.Concat(parameters.Select(p =>
    {
        var all = p.GetGenericParameterConstraints().Where(c => c != typeof(ValueType))
            .OrderBy(c => c.IsInterface ? 1 : 0).Select(TypeNames.Of).ToList();
        if (p.GenericParameterAttributes.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint))
            all.Insert(0, "class");
        return all.Count == 0 ? "" : $" where {p.Name} : {string.Join(", ", all)}";
    }));
}
