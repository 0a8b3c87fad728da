using System.Reflection;
using System.ServiceModel.Description;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Contracts;

namespace SfPerf.ServiceModel.Client;

/// <summary>One method of a proxy.</summary>
internal sealed class ClientOperation
{
    private readonly Func<OperationDescription, object?[], TaskCall>? _makeCall;

    internal ClientOperation(OperationDescription operation, MethodInfo method)
    {
        Operation = operation;
        IsTask = typeof(Task).IsAssignableFrom(method.ReturnType);
        if (!IsTask)
            return;
        var result = OperationFormatter.ResultType(method);
        _makeCall = typeof(ClientOperation)
            .GetMethod(nameof(MakeCall), BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(result == typeof(void) ? typeof(object) : result)
            .CreateDelegate<Func<OperationDescription, object?[], TaskCall>>();
    }

    internal OperationDescription Operation { get; }

    internal bool IsTask { get; }

    internal TaskCall NewCall(object?[] arguments) => _makeCall!(Operation, arguments);

    private static TaskCall<T> MakeCall<T>(OperationDescription operation, object?[] arguments) =>
        new(operation, arguments);
}
