using System.Collections.Generic;
using System.Linq;
using System.ServiceModel.Dispatcher;

namespace SfPerf.ServiceModel.Client;

/// <summary>Determines who sees the calls of a factory's channels, as its behaviors have said.</summary>
internal sealed class ClientInspection
{
    private readonly Dictionary<string, IParameterInspector[]> _ofOperations;

    private ClientInspection(ClientRuntime runtime)
    {
        Messages = [.. runtime.MessageInspectors];
        _ofOperations = runtime.Operations.Where(o => o.ParameterInspectors.Count > 0)
            .ToDictionary(o => o.Name, o => o.ParameterInspectors.ToArray());
    }

    internal IClientMessageInspector[] Messages { get; }

    /// <summary>Gets what behaviors left in a runtime; null for nothing.</summary>
    internal static ClientInspection? Of(ClientRuntime runtime)
    {
        var inspection = new ClientInspection(runtime);
        return inspection.Messages.Length == 0 && inspection._ofOperations.Count == 0 ? null : inspection;
    }

    internal IParameterInspector[] Parameters(string operation) =>
        _ofOperations.TryGetValue(operation, out var inspectors) ? inspectors : [];
}
