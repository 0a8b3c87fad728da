using System.Reflection;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>One parameter of an operation.</summary>
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
