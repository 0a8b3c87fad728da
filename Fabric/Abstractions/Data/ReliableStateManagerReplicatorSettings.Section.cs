#nullable disable

using System;
using System.Fabric;
using System.Fabric.Description;
using System.Globalization;
using System.Linq;

namespace Microsoft.ServiceFabric.Data;

public partial class ReliableStateManagerReplicatorSettings
{
    /// <summary>Reads the settings from a section of Settings.xml; null when there is no such section.</summary>
    /// <exception cref="ArgumentException">Names the parameter, its value and what is allowed.</exception>
    internal static ReliableStateManagerReplicatorSettings LoadFrom(
        ICodePackageActivationContext context, string configPackageName, string sectionName)
    {
        // The context of a unit test may answer null.
        if (string.IsNullOrEmpty(configPackageName) || string.IsNullOrEmpty(sectionName)
            || context.GetConfigurationPackageNames()?.Contains(configPackageName) != true
            || context.GetConfigurationPackageObject(configPackageName)?.Settings is not { } settings
            || !settings.Sections.Contains(sectionName))
        {
            return null;
        }

        var read = new ReliableStateManagerReplicatorSettings();
        // As in Service Fabric, a section may hold other names (ReplicatorEndpoint, newer settings): they are ignored.
        foreach (var parameter in settings.Sections[sectionName].Parameters.Where(p => !string.IsNullOrEmpty(p.Value)))
            Array.Find(Settings, s => s.Name == parameter.Name)?.SetValue(read, Parse(parameter));
        return read;
    }

    private static object Parse(ConfigurationProperty parameter)
    {
        var property = Array.Find(Settings, s => s.Name == parameter.Name);
        var type = Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType;
        var (text, culture) = (parameter.Value, CultureInfo.InvariantCulture);
        if (type == typeof(string))
            return text;
        if (type == typeof(bool) && bool.TryParse(text, out var flag))
            return flag;
        if (type == typeof(int) && int.TryParse(text, NumberStyles.Integer, culture, out var number))
            return number;
        if (type == typeof(long) && long.TryParse(text, NumberStyles.Integer, culture, out var size))
            return size;
        if (type == typeof(TimeSpan) && double.TryParse(text, NumberStyles.Float, culture, out var seconds))
            return TimeSpan.FromSeconds(seconds);
        throw Bad(parameter.Name, $"'{text}'", Allowed(type));
    }

    private static string Allowed(Type type) =>
        type == typeof(bool) ? "true or false" : type == typeof(TimeSpan) ? "a number of seconds" : "a whole number";
}
