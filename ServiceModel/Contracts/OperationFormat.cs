using System.IO;
using System.Linq;
using System.Reflection;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Defines what an operation's messages may be made of.</summary>
internal static class OperationFormat
{
    /// <summary>Gets whether the operation's values are written by the XML serializer.</summary>
    internal static bool UsesXmlSerializer(OperationDescription operation) =>
        Find<XmlSerializerFormatAttribute>(operation) is not null
        && MethodOf(operation).GetCustomAttribute<DataContractFormatAttribute>() is null;

    /// <exception cref="NotSupportedException">A parameter or the result is of a type that cannot be sent.</exception>
    /// <exception cref="InvalidOperationException">A parameter that is a whole message has others beside it.
    /// </exception>
    internal static void Check(OperationDescription operation)
    {
        if (Find<XmlSerializerFormatAttribute>(operation) is { } xml
            && (xml.Style != OperationFormatStyle.Document || xml.Use != OperationFormatUse.Literal))
        {
            throw Refused(operation, "has XmlSerializerFormat with style Rpc or use Encoded", "Document and Literal");
        }

        if (Find<DataContractFormatAttribute>(operation) is { Style: not OperationFormatStyle.Document })
            throw Refused(operation, "has DataContractFormat with style Rpc", "Document");
        var signature = OperationSignature.Of(operation);
        Type[] taken = [.. signature.Parameters.Where(p => p.IsIn).Select(p => p.Type)];
        Type[] given = [.. signature.Parameters.Where(p => p.IsOut).Select(p => p.Type)];
        if (signature.ResultType != typeof(void))
            given = [.. given, signature.ResultType];
        if (taken.Concat(given).Contains(typeof(CancellationToken)))
        {
            throw Refused(
                operation, $"takes or returns a {typeof(CancellationToken)}", "IContextChannel.OperationTimeout");
        }

        CheckWhole(operation, "takes", taken);
        CheckWhole(operation, "returns", given);
        if (signature.Parameters.FirstOrDefault(p => p.IsOut && IsWhole(p.Type)) is { } parameter)
            throw Refused(operation, $"has an out or ref parameter of {parameter.Type}", "the result");
    }

    private static void CheckWhole(OperationDescription operation, string does, Type[] types)
    {
        if (types.Length > 1 && types.FirstOrDefault(IsWhole) is { } whole)
        {
            throw new InvalidOperationException(
                $"Operation {operation.Name} {does} a {whole} and something else; it must be the only one.");
        }
    }

    private static bool IsWhole(Type type) =>
        type == typeof(Message) || type == typeof(Stream) || MessageContractCodec.IsContract(type);

    private static NotSupportedException Refused(OperationDescription operation, string what, string instead) =>
        new($"Operation {operation.Name} {what}, which is not supported; use {instead}.");

    // The method says it before the contract.
    private static T? Find<T>(OperationDescription operation)
        where T : Attribute
    {
        var method = MethodOf(operation);
        return method.GetCustomAttribute<T>() ?? method.DeclaringType!.GetCustomAttribute<T>();
    }

    private static MethodInfo MethodOf(OperationDescription operation) =>
        operation.SyncMethod ?? operation.TaskMethod ?? operation.BeginMethod!;
}
