using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Hands the arguments of a call to inspectors, as they want them: what goes in, and what comes out.</summary>
internal static class ParameterInspection
{
    /// <summary>Runs the inspectors in order; they may change the arguments.</summary>
    internal static void Before(
        IParameterInspector[] inspectors, object?[] states, OperationDescription operation, object?[] arguments)
    {
        if (inspectors.Length == 0)
            return;
        var places = operation.Formatter.InPlaces;
        var inputs = Take(places, arguments);
        for (var i = 0; i < inspectors.Length; i++)
            states[i] = inspectors[i].BeforeCall(operation.Name, inputs);
        PutBack(places, inputs, arguments);
    }

    /// <summary>Runs the inspectors in the other order.</summary>
    internal static void After(
        IParameterInspector[] inspectors,
        object?[] states,
        OperationDescription operation,
        object?[] arguments,
        object? result)
    {
        if (inspectors.Length == 0)
            return;
        var places = operation.Formatter.OutPlaces;
        var outputs = Take(places, arguments);
        for (var i = inspectors.Length - 1; i >= 0; i--)
            inspectors[i].AfterCall(operation.Name, outputs, result, states[i]);
        PutBack(places, outputs, arguments);
    }

    private static object?[] Take(int[] places, object?[] arguments) =>
        Array.ConvertAll(places, place => arguments[place]);

    private static void PutBack(int[] places, object?[] values, object?[] arguments)
    {
        for (var i = 0; i < places.Length; i++)
            arguments[places[i]] = values[i];
    }
}
