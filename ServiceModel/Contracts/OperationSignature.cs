using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.ServiceModel.Description;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>
/// Represents what an operation takes and gives back, in whichever form its contract declares it: synchronous, as a
/// task, or as a pair of Begin and End.
/// </summary>
internal sealed class OperationSignature
{
    // Begin takes a callback and a state behind the operation's own parameters, End the result of Begin.
    private const int BeginExtra = 2;

    private OperationSignature(IReadOnlyList<OperationParameter> parameters, ParameterInfo result, Type resultType)
    {
        Parameters = parameters;
        Result = result;
        ResultType = resultType;
    }

    /// <summary>Gets the parameters; a parameter's place is its place among a call's arguments.</summary>
    internal IReadOnlyList<OperationParameter> Parameters { get; }

    internal ParameterInfo Result { get; }

    internal Type ResultType { get; }

    internal static OperationSignature Of(OperationDescription operation) =>
        (operation.TaskMethod ?? operation.SyncMethod) is { } method
            ? new([.. method.GetParameters().Select(OperationParameter.Of)], method.ReturnParameter, ResultOf(method))
            : OfPair(operation.BeginMethod!, operation.EndMethod!);

    /// <summary>Gets what a method gives its caller; void for a plain task.</summary>
    internal static Type ResultOf(MethodInfo method)
    {
        if (method.ReturnType == typeof(Task))
            return typeof(void);
        return typeof(Task).IsAssignableFrom(method.ReturnType)
            ? method.ReturnType.GetGenericArguments()[0]
            : method.ReturnType;
    }

    /// <summary>Gets for each of End's own parameters its place among the call's arguments.</summary>
    internal int[] PlacesOf(MethodInfo end) =>
        [.. end.GetParameters().SkipLast(1).Select(p => Parameters.TakeWhile(o => o.Info.Name != p.Name).Count())];

    private static OperationSignature OfPair(MethodInfo begin, MethodInfo end)
    {
        var given = begin.GetParameters().SkipLast(BeginExtra).ToArray();
        var taken = end.GetParameters().SkipLast(1).ToArray();
        var parameters = given.Select(p => OperationParameter.Of(p) with { IsOut = taken.Any(o => o.Name == p.Name) })
            .Concat(taken.Where(o => given.All(p => p.Name != o.Name)).Select(OperationParameter.Of));
        return new(parameters.ToArray(), end.ReturnParameter, end.ReturnType);
    }
}

/// <summary>Represents one parameter of an operation.</summary>
/// <param name="Info">Where it is declared.</param>
/// <param name="Type">Its type, without by-reference.</param>
/// <param name="IsIn">Whether the request carries it.</param>
/// <param name="IsOut">Whether the reply does.</param>
internal sealed record OperationParameter(ParameterInfo Info, Type Type, bool IsIn, bool IsOut)
{
    internal static OperationParameter Of(ParameterInfo parameter)
    {
        var isByRef = parameter.ParameterType.IsByRef;
        var type = isByRef ? parameter.ParameterType.GetElementType()! : parameter.ParameterType;
        return new(parameter, type, IsIn: !isByRef || !parameter.IsOut, IsOut: isByRef);
    }
}

/// <summary>Checks the names that attributes give to things on the wire.</summary>
internal static class WireName
{
    internal static string Checked(string? value)
    {
        ArgumentNullException.ThrowIfNull(value);
        return value.Length > 0
            ? value : throw new ArgumentOutOfRangeException(nameof(value), "A name cannot be empty.");
    }
}
