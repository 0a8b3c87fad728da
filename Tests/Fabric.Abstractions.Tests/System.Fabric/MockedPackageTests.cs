using System;
using System.Collections.ObjectModel;
using System.Fabric;
using System.Fabric.Description;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.FabricTypes;

/// <summary>Libraries for unit tests make packages by reflection, as Service Fabric's hidden members allow.</summary>
public sealed class MockedPackageTests
{
    private const BindingFlags Hidden = BindingFlags.Instance | BindingFlags.NonPublic;

    [Fact]
    public void A_data_package_is_made_of_its_description()
    {
        var description = Make<DataPackageDescription>();
        typeof(DataPackageDescription).GetProperty("Path")!.SetValue(description, "data");
        var package = Make<DataPackage>(description);
        Assert.Equal((description, "data"), (package.Description, package.Path));
    }

    [Fact]
    public void A_configuration_package_is_made_of_its_description()
    {
        var description = Make<ConfigurationPackageDescription>();
        var settings = Make<ConfigurationSettings>();
        typeof(ConfigurationPackageDescription).GetProperty("Settings")!.SetValue(description, settings);
        var package = Make<ConfigurationPackage>(description);
        Assert.Equal((description, settings), (package.Description, package.Settings));
    }

    [Fact]
    public void Settings_and_sections_take_collections_of_another_class()
    {
        var settings = (ConfigurationSettings)RuntimeHelpers.GetUninitializedObject(typeof(ConfigurationSettings));
        var section = Make<ConfigurationSection>();
        var parameters = new Parameters { Make<ConfigurationProperty>() };
        typeof(ConfigurationSection).GetProperty(nameof(section.Parameters))!.SetValue(section, parameters);
        var sections = new Sections { section };
        typeof(ConfigurationSettings).GetProperty(nameof(settings.Sections))!.SetValue(settings, sections);
        Assert.Same(sections, settings.Sections);
        Assert.Same(parameters, settings.Sections[0].Parameters);
    }

    private static T Make<T>(params object[] arguments) =>
        (T)Activator.CreateInstance(typeof(T), Hidden, null, arguments, CultureInfo.InvariantCulture)!;

    private sealed class Parameters : KeyedCollection<string, ConfigurationProperty>
    {
        protected override string GetKeyForItem(ConfigurationProperty item) => item.Name ?? "";
    }

    private sealed class Sections : KeyedCollection<string, ConfigurationSection>
    {
        protected override string GetKeyForItem(ConfigurationSection item) => item.Name ?? "";
    }
}
