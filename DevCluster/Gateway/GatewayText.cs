using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace SfPerf.DevCluster.Gateway;

/// <summary>Writes and reads the gateway's JSON.</summary>
internal static class GatewayText
{
    // Addresses hold quotes and plus signs, which need no escaping outside HTML.
    private static readonly GatewayJson Plain = new(new JsonSerializerOptions(GatewayJson.Default.Options)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    });

    internal static JsonTypeInfo<T> Type<T>() => (JsonTypeInfo<T>)Plain.GetTypeInfo(typeof(T))!;

    internal static string Write<T>(T value) => JsonSerializer.Serialize(value, Type<T>());
}
